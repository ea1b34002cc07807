import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { PeopleTeamRegular } from '@fluentui/react-icons/svg/people-team';
import { useQuery } from '@tanstack/react-query';
import type { Role } from '@tenantry/contract/auth';
import type { RoleMapping } from '@tenantry/contract/role-mappings';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { roleLabels, roleSummaries } from '../../blocks/role-labels.ts';
import { paths } from '../../lib/paths.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { roleMappingDraft, roleMappingsQuery } from './role-mapping-queries.ts';
import { RoleMappingTable } from './role-mapping-table.tsx';
import { useRoleMappings } from './use-role-mappings.ts';

const RoleMappingDialog = onDemand(async () => (await import('./role-mapping-dialog.tsx')).RoleMappingDialog);

const useStyles = makeStyles({
  text: { maxWidth: '80ch' },
  reference: {
    display: 'grid',
    gridTemplateColumns: 'max-content 1fr',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    margin: 0,
  },
  term: { fontWeight: tokens.fontWeightSemibold },
  value: { margin: 0 },
});

/** Which directory role of Microsoft 365 gives its holders which role here. */
export function RolesPage() {
  const query = useQuery(roleMappingsQuery());
  const { remove } = useRoleMappings();
  const { opened, open, close, fallback } = useOpened<RoleMapping>({ items: query.data, draftOf: roleMappingDraft });
  return (
    <AdminPage
      tab="Role Mapping"
      subtitle="Roles for people who sign in with Microsoft"
      actions={
        <Button ref={fallback} appearance="primary" icon={<AddRegular />} onClick={() => open(null)}>
          Add Mapping
        </Button>
      }
    >
      <Explanation />
      <SectionCard title="Role mappings" subtitle="Checked from top to bottom; the first match applies.">
        <QueryState
          query={query}
          loadingLabel="Loading role mappings"
          errorTitle="The role mappings could not be loaded"
          isEmpty={(mappings) => mappings.length === 0}
          empty={<NoMappings />}
        >
          {(mappings) => (
            <RoleMappingTable
              mappings={mappings}
              onEdit={open}
              onRemove={async (mapping) => {
                await remove(mapping);
                // Its row is gone, and the button that was pressed with it.
                fallback.current?.focus();
              }}
            />
          )}
        </QueryState>
      </SectionCard>
      <RoleReference />
      {opened !== undefined && <RoleMappingDialog mapping={opened} onClose={close} />}
    </AdminPage>
  );
}

function Explanation() {
  const styles = useStyles();
  return (
    <SectionCard title="How roles are mapped">
      <Text className={styles.text}>
        When your staff sign in with Microsoft, their directory roles are compared with this list. Users with no match
        become viewers without a tenant until an administrator assigns one. Local users keep the role they were given.
        Whether roles are compared only at the first sign-in or at every one is a{' '}
        <TextLink to={paths.adminSettings}>setting</TextLink>.
      </Text>
    </SectionCard>
  );
}

function NoMappings() {
  return (
    <EmptyState
      icon={<PeopleTeamRegular />}
      title="No role mappings yet"
      body="Until you add one, everyone who signs in with Microsoft for the first time becomes a viewer without a tenant."
    />
  );
}

const roles = Object.keys(roleLabels) as Role[];

function RoleReference() {
  const styles = useStyles();
  return (
    <SectionCard title="Local roles">
      <dl className={styles.reference}>
        {roles.map((role) => (
          <RoleEntry key={role} role={role} />
        ))}
      </dl>
    </SectionCard>
  );
}

function RoleEntry({ role }: { role: Role }) {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.term}>{roleLabels[role]}</dt>
      <dd className={styles.value}>{roleSummaries[role]}</dd>
    </>
  );
}
