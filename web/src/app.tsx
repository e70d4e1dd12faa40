// The dashboard's map: which screen is at which address, and what is loaded for it.
import { type ComponentType, Suspense } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { useSignedIn } from './api/auth-state.ts';
import { Toasts } from './design/feedback/toasts.tsx';
import { Crash } from './frame/crash.tsx';
import { LeaveDialog } from './frame/leave-dialog.tsx';
import { loadable } from './frame/loadable.tsx';
import { AtOwnAddress } from './frame/own-address.tsx';
import { Splash } from './frame/splash.tsx';
import { aroundNav } from './frame/unsaved.ts';
import { loadSignedInTexts } from './i18n.ts';
import { signInPath } from './sign-in/return-path.ts';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';
import { fetchScreen } from './signed-in/screens.ts';

const Gallery = loadable(() => withTexts(async () => (await import('./gallery/gallery.tsx')).Gallery));
const SignedInApp = loadable(() => withTexts(async () => (await import('./signed-in/signed-in-app.tsx')).SignedInApp));

async function withTexts(load: () => Promise<ComponentType>): Promise<ComponentType> {
  const [component] = await Promise.all([load(), loadSignedInTexts()]);
  return component;
}

type AuthScreens = typeof import('./sign-in/auth-screens.ts');

/** The rest of the screens for people who are not signed in, as one chunk. */
function authScreen(name: keyof AuthScreens) {
  return loadable(async () => (await import('./sign-in/auth-screens.ts'))[name]);
}

const authScreens: readonly [path: string, screen: ComponentType & { fetch?(): Promise<unknown> }][] = [
  ['/sign-in', SignInScreen],
  ['/sign-in/link', authScreen('LinkScreen')],
  ['/sign-up', authScreen('SignUpScreen')],
  ['/recover', authScreen('RecoverScreen')],
  ['/reset', authScreen('ResetScreen')],
  ['/verify', authScreen('VerifyScreen')],
  ['/email/confirm', authScreen('EmailConfirmScreen')],
  ['/email/undo', authScreen('EmailUndoScreen')],
  ['/undo', authScreen('UndoScreen')],
  ['/invite', authScreen('InviteScreen')],
  ['/gallery', Gallery],
];

/** Where the server put the dashboard: the root of its origin, or a folder of the pages'. */
const base = new URL(document.baseURI).pathname.replace(/\/$/, '');

/** What the address needs of the code, ahead of time. Whoever draws it fetches it again, and reports a failure. */
export async function fetchCode(isSignedIn: boolean): Promise<void> {
  const path = location.pathname.slice(base.length);
  const authScreen = authScreens.find(([own]) => own === path)?.[1];
  if (authScreen) await authScreen.fetch?.().catch(() => undefined);
  else if (isSignedIn) await Promise.all([SignedInApp.fetch().catch(() => undefined), fetchScreen(path)]);
}

export function App() {
  return (
    <Router base={base} aroundNav={aroundNav}>
      <Crash>
        <Suspense fallback={<Splash />}>
          <AtOwnAddress>
            <Switch>
              {authScreens.map(([path, screen]) => (
                <Route key={path} path={path} component={screen} />
              ))}
              <Route>
                <SignedInOnly />
              </Route>
            </Switch>
          </AtOwnAddress>
        </Suspense>
      </Crash>
      <LeaveDialog />
      <Toasts />
    </Router>
  );
}

function SignedInOnly() {
  const isSignedIn = useSignedIn();
  const [path] = useLocation();
  return isSignedIn ? <SignedInApp /> : <Redirect to={signInPath(path)} replace />;
}
