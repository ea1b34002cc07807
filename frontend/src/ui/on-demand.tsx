import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * A component whose code is loaded when it is first shown.
 * @param meanwhile stands in its place until then; by default nothing
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
): ComponentType<Props> {
  const Loaded: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
