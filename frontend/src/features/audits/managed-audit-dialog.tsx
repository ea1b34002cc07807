import {
  Button,
  Card,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Subtitle2,
  Text,
  tokens,
} from '@fluentui/react-components';
import type { AuditCategory, AuditCategoryKey, ManagedAudit } from '@tenantry/contract/managed-audits';
import { JudgmentBadge } from '../../blocks/judgment-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { Row } from '../../ui/row.tsx';
import { CriticalIssues } from './managed-audit-table.tsx';
import { categoryName } from './managed-audit-texts.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '760px' },
  content: { display: 'grid', gridAutoRows: 'max-content', gap: tokens.spacingVerticalL },
  cards: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
  },
  title: { margin: 0 },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, display: 'grid', gap: tokens.spacingVerticalXS },
});

const scoreText = (score: number | null) => (score === null ? '—' : `${score}/100`);

/** One audit in full. */
export function ManagedAuditDialog({ audit, onClose }: { audit: ManagedAudit; onClose: () => void }) {
  const styles = useStyles();
  const { tenantName, overallScore, overallStatus, overallStatusUnknownBecause, criticalIssues, createdAt } = audit;
  const categories = Object.entries(audit.data.categories) as [AuditCategoryKey, AuditCategory][];
  const facts = [
    ['Overall score', scoreText(overallScore)],
    ['Overall status', <JudgmentBadge key="status" status={overallStatus ?? 'unknown'} />],
    ['Critical issues', <CriticalIssues key="critical" count={criticalIssues} />],
    ['Tenant', tenantName],
    ['Date', formatDateTime(createdAt)],
  ] as const;
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>Audit Details</DialogTitle>
          <DialogContent className={styles.content}>
            <FactGrid facts={facts} columnPx={130} />
            {overallStatusUnknownBecause !== null && <Text>{overallStatusUnknownBecause}</Text>}
            <div className={styles.cards}>
              {categories.map(([key, category]) => (
                <CategoryCard key={key} name={categoryName(key)} category={category} />
              ))}
            </div>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function CategoryCard({ name, category }: { name: string; category: AuditCategory }) {
  const styles = useStyles();
  const { status, message, recommendations, score } = category;
  return (
    <Card role="region" aria-label={name}>
      <Row gap="S" justify="space-between">
        <Subtitle2 as="h3" className={styles.title}>
          {name}
        </Subtitle2>
        <JudgmentBadge status={status} />
      </Row>
      <Text>Score: {scoreText(score)}</Text>
      <Text>{message}</Text>
      {recommendations.length > 0 && (
        <details>
          <summary>Recommendations ({recommendations.length})</summary>
          <ul className={styles.list}>
            {recommendations.map((recommendation) => (
              <li key={recommendation}>{recommendation}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
