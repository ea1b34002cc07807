import { Button, Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalRules } from '@tenantry/contract/approval-rules';
import { severityLabels } from '@tenantry/contract/labels';
import { Severity } from '@tenantry/contract/verdicts';
import { useState } from 'react';
import { countOf, formatDate } from '../../lib/format.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Stack } from '../../ui/stack.tsx';
import { approvalRulesQuery } from './approval-queries.ts';
import { NewRule } from './new-rule.tsx';
import { type EditedRule, ruleActionLabels, rulesBody, sentRule, useChangeRules } from './use-approval-rules.ts';

type Props = { onClose: () => void };
/** What somebody changed of the rules; what is left out is as it is stored. */
type Edits = { askFrom?: ApprovalRules['askFrom']; rules?: readonly EditedRule[] };

/** What the scanner asks for, to look at and to change. */
export function RulesDialog({ onClose }: Props) {
  const query = useQuery(approvalRulesQuery());
  const changeRules = useChangeRules();
  const [edits, setEdits] = useState<Edits>({});
  const isChanged = Object.keys(edits).length > 0;
  const save = async () => {
    if (query.data === undefined) return;
    const { askFrom, rules } = { ...query.data, ...edits };
    await changeRules(rulesBody(query.data, { askFrom, rules: rules.map(sentRule) }));
  };
  return (
    <FormDialog
      open
      title="Approval rules"
      submitLabel="Save"
      onSubmit={save}
      onClose={onClose}
      submitDisabled={!isChanged}
    >
      <QueryState query={query} loadingLabel="Loading the rules" errorTitle="The rules could not be loaded">
        {(stored) => (
          <Editor
            askFrom={edits.askFrom ?? stored.askFrom}
            rules={edits.rules ?? stored.rules}
            onChange={(change) => setEdits({ ...edits, ...change })}
          />
        )}
      </QueryState>
    </FormDialog>
  );
}

type EditorProps = Required<Edits> & { onChange: (change: Edits) => void };

function Editor({ askFrom, rules, onChange }: EditorProps) {
  return (
    <>
      <SelectField
        label="The scanner asks from severity"
        hint="It asks for a remedy whose gravest open finding is of this severity or graver."
        options={Severity.options}
        labelOf={(severity) => severityLabels[severity]}
        value={askFrom}
        onChange={(chosen) => onChange({ askFrom: chosen })}
      />
      <RuleList rules={rules} onRemove={(removed) => onChange({ rules: rules.filter((rule) => rule !== removed) })} />
      <NewRule onAdd={(rule) => onChange({ rules: [...rules, rule] })} />
      <Hint>The next scan of each tenant follows the rules. The audit trail keeps each change.</Hint>
    </>
  );
}

function RuleList({ rules, onRemove }: { rules: readonly EditedRule[]; onRemove: (rule: EditedRule) => void }) {
  if (rules.length === 0)
    return <Text>There are no rules: the scanner asks for everything from that severity on.</Text>;
  return (
    <PlainList gap="M" aria-label="Rules">
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two that are not saved yet may be alike
        <li key={index}>
          <Row gap="S" justify="space-between">
            <Stack gap="XXS">
              <Text weight="semibold">
                {ruleActionLabels[rule.action]}: {rule.title}
              </Text>
              <Text>{tenantsText(rule)}</Text>
              <Hint>{madeText(rule)}</Hint>
            </Stack>
            <Button
              size="small"
              onClick={() => onRemove(rule)}
              aria-label={`Remove: ${ruleActionLabels[rule.action]} ${rule.title}, ${tenantsText(rule)}`}
            >
              Remove
            </Button>
          </Row>
        </li>
      ))}
    </PlainList>
  );
}

const namedAtMost = 3;

function tenantsText({ tenants, group }: EditedRule): string {
  if (group) return `Tenants of ${group.name}`;
  if (tenants === null) return 'All tenants';
  if (tenants.length > namedAtMost) return countOf(tenants.length, 'tenant');
  return tenants.map(({ name }) => name).join(', ');
}

const madeText = ({ by, createdAt }: EditedRule) =>
  createdAt === undefined ? 'Not saved yet' : `By ${by} on ${formatDate(createdAt)}`;
