// Everything behind the sign-in, with its cache of what was read.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { FingerpostError } from '../../../clients/typescript/index.ts';
import { AccountScreens } from './account/account-screens.tsx';
import { EditorGate, EditorProvider } from './editing/index.ts';
import { ScreenSkeleton } from './shell/screen.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInDialogs } from './shell/sign-in-dialogs.tsx';

const PageScreen = lazy(async () => ({ default: (await import('./page/page-screen.tsx')).PageScreen }));
const LookScreen = lazy(async () => ({ default: (await import('./look/look-screen.tsx')).LookScreen }));
const FilesScreen = lazy(async () => ({ default: (await import('./files/files-screen.tsx')).FilesScreen }));
const SharingScreen = lazy(async () => ({ default: (await import('./sharing/sharing-screen.tsx')).SharingScreen }));
const HistoryScreen = lazy(async () => ({ default: (await import('./history/history-screen.tsx')).HistoryScreen }));
const EntriesScreen = lazy(async () => ({ default: (await import('./entries/entries-screen.tsx')).EntriesScreen }));
const PixelsScreen = lazy(async () => ({ default: (await import('./pixels/pixels-screen.tsx')).PixelsScreen }));
const ImportScreen = lazy(async () => ({ default: (await import('./import/import-screen.tsx')).ImportScreen }));
const MoreScreen = lazy(async () => ({ default: (await import('./shell/more-screen.tsx')).MoreScreen }));
const WelcomeScreen = lazy(async () => ({ default: (await import('./welcome/welcome-screen.tsx')).WelcomeScreen }));

/** Screens that edit the page. */
const editingScreens: readonly [path: string, screen: ComponentType][] = [
  ['/', PageScreen],
  ['/look', LookScreen],
  ['/sharing', SharingScreen],
  ['/history', HistoryScreen],
  ['/pixels', PixelsScreen],
  ['/import', ImportScreen],
];

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
                  {editingScreens.map(([path, EditingScreen]) => (
                    <Route key={path} path={path}>
                      <EditorGate>
                        <EditingScreen />
                      </EditorGate>
                    </Route>
                  ))}
                  <Route path="/entries" component={EntriesScreen} />
                  <Route path="/files" component={FilesScreen} />
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
