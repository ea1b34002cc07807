import { Button, Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Forecast, WhatIfDraftDetails, WhatIfStart } from '@tenantry/contract/what-if';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSelectedTenant } from '../../lib/session.ts';
import { useAddressed } from '../../lib/use-addressed.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { idOf, type Policy, withPolicies } from './draft-policy.ts';
import { PolicyList } from './policy-list.tsx';
import { ReplayCard } from './replay-card.tsx';
import { SavedDrafts } from './saved-drafts.tsx';
import { useWhatIf } from './use-what-if.ts';
import { whatIfDraftQuery, whatIfStartQuery } from './what-if-queries.ts';

const PolicyDialog = onDemand(async () => (await import('./policy-dialog.tsx')).PolicyDialog);
const PasteDialog = onDemand(async () => (await import('./paste-dialog.tsx')).PasteDialog);
const TemplateDialog = onDemand(async () => (await import('./template-dialog.tsx')).TemplateDialog);
const ForecastView = onDemand(async () => (await import('./forecast-view.tsx')).ForecastView);

/** What a change of Conditional Access policies would do to the selected tenant, before anybody makes it. */
export function WhatIfPage() {
  const { id: tenantId } = useSelectedTenant();
  const query = useQuery(whatIfStartQuery(tenantId));
  const { opened, open, close } = useAddressed('draft');
  const draft = useQuery({ ...whatIfDraftQuery(tenantId, opened ?? ''), enabled: opened !== null });
  return (
    <PageShell
      title="What-If"
      subtitle="Try Conditional Access policies out over the last scan. Nothing here changes Microsoft 365."
    >
      <QueryState
        query={query}
        loadingLabel="Loading the policies"
        errorTitle="The policies could not be loaded"
        isEmpty={({ unavailable }) => unavailable !== null}
        empty={
          <EmptyState
            title="No policies to begin with"
            headingLevel="h2"
            body={
              <>
                {query.data?.unavailable} <TextLink to={paths.scan}>Scan internal policies</TextLink>
              </>
            }
          />
        }
      >
        {(start) =>
          opened === null ? (
            <Workbench key={start.scan?.id} {...{ tenantId, start, onOpen: open, onClose: close }} draft={null} />
          ) : (
            <QueryState query={draft} loadingLabel="Loading the draft" errorTitle="The draft could not be loaded">
              {(details) => (
                <Workbench key={details.id} {...{ tenantId, start, onOpen: open, onClose: close }} draft={details} />
              )}
            </QueryState>
          )
        }
      </QueryState>
    </PageShell>
  );
}

type Opened = { kind: 'edit'; policy: Policy } | { kind: 'paste' } | { kind: 'template' };

type WorkbenchProps = {
  tenantId: string;
  start: WhatIfStart;
  /** The draft that the address names: it begins with its policies, and with the forecast that it was proposed with. */
  draft: WhatIfDraftDetails | null;
  onOpen: (draftId: string) => void;
  onClose: () => void;
};

function Workbench({ tenantId, start, draft, onOpen, onClose }: WorkbenchProps) {
  const calls = useWhatIf(tenantId);
  const [policies, setPolicies] = useState<readonly Policy[]>(draft?.policies ?? start.policies);
  const [answer, setAnswer] = useState<{ of: readonly Policy[]; forecast: Forecast } | null>(
    draft?.forecast ? { of: policies, forecast: draft.forecast } : null,
  );
  const { opened, open: show, close } = useOpened<Opened>();
  const { submit, pending, error } = useSubmit(async () => {
    setAnswer({ of: policies, forecast: await calls.forecast(policies) });
  });
  const startOver = () => {
    setPolicies(start.policies);
    onClose();
  };
  const replace = (changed: Policy) =>
    setPolicies(policies.map((policy) => (idOf(policy) === idOf(changed) ? changed : policy)));
  const add = (added: Policy[]) => setPolicies(withPolicies(policies, added));
  return (
    <>
      <SectionCard
        title={draft === null ? 'Policies of the draft' : `Policies of ${draft.name}`}
        subtitle={start.scan === null ? undefined : `Begins with the scan of ${formatDateTime(start.scan.at)}`}
        actions={
          <>
            <Button onClick={() => show({ kind: 'template' })}>Add a template</Button>
            <Button onClick={() => show({ kind: 'paste' })}>Paste JSON</Button>
            <Button onClick={startOver}>Start over</Button>
          </>
        }
      >
        {policies.length === 0 ? (
          <Text>The draft has no policies.</Text>
        ) : (
          <PolicyList
            policies={policies}
            today={start.policies}
            names={start}
            onChange={replace}
            onEdit={(policy) => show({ kind: 'edit', policy })}
            onDelete={(gone) => setPolicies(policies.filter((policy) => policy !== gone))}
          />
        )}
        <div>
          <Button appearance="primary" onClick={() => void submit()} disabledFocusable={pending}>
            {pending ? 'Judging…' : 'Show what changes'}
          </Button>
        </div>
        {error !== null && <ErrorPanel error={error} />}
      </SectionCard>
      <div role="status">
        {answer !== null && answer.of !== policies && (
          <Text>The draft was changed since: the forecast below is of before.</Text>
        )}
      </div>
      {answer !== null && <ForecastView forecast={answer.forecast} />}
      <ReplayCard tenantId={tenantId} policies={policies} proposed={draft?.signIns ?? null} />
      <SavedDrafts {...{ tenantId, calls, policies, onOpen }} opened={draft} />
      {opened?.kind === 'edit' && (
        <PolicyDialog policy={opened.policy} names={start} onSave={replace} onClose={close} />
      )}
      {opened?.kind === 'paste' && <PasteDialog onAdd={add} onClose={close} />}
      {opened?.kind === 'template' && <TemplateDialog templates={start.templates} onAdd={add} onClose={close} />}
    </>
  );
}
