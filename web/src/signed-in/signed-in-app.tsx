// Everything behind the sign-in, with its cache of what was read.
import { onlineManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { FingerpostError } from '../../../clients/typescript/index.ts';
import { isConnected, isUnreachable, onConnection } from '../api/connection.ts';
import { followAccount } from '../i18n.ts';
import { EditorGate, EditorProvider } from './editing/index.ts';
import { excludeOwnVisits } from './own-visits.ts';
import { accountQuery, settingsQuery } from './queries.ts';
import { screens } from './screens.ts';
import { ScreenSkeleton } from './shell/screen.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInDialogs } from './shell/sign-in-dialogs.tsx';

/** Screens that edit the page. */
const editing = ['/', '/look', '/sharing', '/history', '/pixels', '/import'] as const;
const others = ['/entries', '/files', '/more'] as const;
const WelcomeScreen = screens['/welcome'];
const StatsScreen = screens['/stats'];
const AccountScreens = screens['/account'];

const FRESH_MS = 15_000;
const FIRST_SERVER_ERROR = 500;

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // While the service cannot be reached, they wait.
      retry: (count, error) => (isUnreachable(error) && !isConnected()) || (count < 1 && mayHelp(error)),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

onlineManager.setEventListener((setOnline) => onConnection(() => setOnline(isConnected())));

/** What the service refused once, it refuses again. */
function mayHelp(error: unknown): boolean {
  return error instanceof FingerpostError && (error.status ?? FIRST_SERVER_ERROR) >= FIRST_SERVER_ERROR;
}

export function SignedInApp() {
  useEffect(() => {
    void excludeOwnVisits();
  }, []);
  return (
    <QueryClientProvider client={client}>
      <AccountLanguage />
      <RecoveryFirst />
      <EditorProvider>
        <Switch>
          <Route path="/welcome/:step?">{({ step }) => <WelcomeScreen step={step} />}</Route>
          <Route>
            <Shell>
              <Suspense fallback={<ScreenSkeleton />}>
                <Switch>
                  {editing.map((path) => {
                    const EditingScreen = screens[path];
                    return (
                      <Route key={path} path={path}>
                        <EditorGate>
                          <EditingScreen />
                        </EditorGate>
                      </Route>
                    );
                  })}
                  {others.map((path) => (
                    <Route key={path} path={path} component={screens[path]} />
                  ))}
                  <Route path="/stats/:slug?">{({ slug }) => <StatsScreen slug={slug} />}</Route>
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

/** The dashboard is in the account's language as soon as that is known. If it cannot be loaded, it stays as it is. */
function AccountLanguage() {
  const language = useQuery(settingsQuery).data?.language;
  useEffect(() => {
    if (language !== undefined) followAccount(language).catch(() => undefined);
  }, [language]);
  return null;
}

/** After a recovery, its owner reviews what the account has before anything else. */
function RecoveryFirst() {
  const [path] = useLocation();
  const recoveredAt = useQuery(accountQuery).data?.recovered_at ?? null;
  return recoveredAt !== null && path !== '/account/recovery' ? <Redirect to="/account/recovery" replace /> : null;
}
