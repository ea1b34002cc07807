import { makeStyles, Spinner } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: { display: 'grid', placeItems: 'center', minHeight: '100vh' },
});

/** While nothing can be shown yet. */
export function FullPageSpinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div className={useStyles().root}>
      <Spinner label={label} />
    </div>
  );
}
