// Everything behind the sign-in, with its cache of what was read.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { FingerpostError } from '../../../clients/typescript/index.ts';
import { AccountScreens } from './account/account-screens.tsx';
import { EditorGate, EditorProvider } from './editing/index.ts';
import { ScreenSkeleton } from './shell/screen.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInDialogs } from './shell/sign-in-dialogs.tsx';

const PageScreen = lazy(async () => ({ default: (await import('./page/page-screen.tsx')).PageScreen }));
const MoreScreen = lazy(async () => ({ default: (await import('./shell/more-screen.tsx')).MoreScreen }));
const SharingScreen = lazy(async () => ({ default: (await import('./sharing/sharing-screen.tsx')).SharingScreen }));
const WelcomeScreen = lazy(async () => ({ default: (await import('./welcome/welcome-screen.tsx')).WelcomeScreen }));

const FRESH_MS = 15_000;
const FIRST_SERVER_ERROR = 500;

const client = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: (count, error) => count < 1 && mayHelp(error) },
    mutations: { retry: false },
  },
});

/** What the service refused once, it refuses again. */
function mayHelp(error: unknown): boolean {
  return error instanceof FingerpostError && (error.status ?? FIRST_SERVER_ERROR) >= FIRST_SERVER_ERROR;
}

export function SignedInApp() {
  return (
    <QueryClientProvider client={client}>
      <EditorProvider>
        <Switch>
          <Route path="/welcome/:step?">{({ step }) => <WelcomeScreen step={step} />}</Route>
          <Route>
            <Shell>
              <Suspense fallback={<ScreenSkeleton />}>
                <Switch>
                  <Route path="/">
                    <EditorGate>
                      <PageScreen />
                    </EditorGate>
                  </Route>
                  <Route path="/sharing">
                    <EditorGate>
                      <SharingScreen />
                    </EditorGate>
                  </Route>
                  <Route path="/more" component={MoreScreen} />
                  <Route path="/account/:screen?">{({ screen }) => <AccountScreens screen={screen} />}</Route>
                  <Route>
                    <Redirect to="/" replace />
                  </Route>
                </Switch>
              </Suspense>
            </Shell>
          </Route>
        </Switch>
      </EditorProvider>
      <SignInDialogs />
    </QueryClientProvider>
  );
}
