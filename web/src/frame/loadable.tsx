import { type ComponentType, lazy, useState } from 'react';

/**
 * A component whose code is a chunk of its own. React's `lazy` alone would show the fallback even if the code is already
 * there, and any fallback stays for 300 ms.
 */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  async function fetch(): Promise<{ default: ComponentType<Props> }> {
    loaded ??= await load();
    return { default: loaded };
  }
  const Lazy = lazy(fetch);

  function Loadable(props: Props) {
    // The same for as long as it is on the screen: another component would begin anew.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  /** Ahead of time. */
  Loadable.fetch = fetch;
  return Loadable;
}
