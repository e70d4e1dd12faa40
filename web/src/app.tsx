import { Trans } from '@lingui/react/macro';

export function App() {
  return (
    <main>
      <h1>
        <Trans>Your page</Trans>
      </h1>
    </main>
  );
}
