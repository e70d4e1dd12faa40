export { InviteScreen } from './invite-screen.tsx';
export { RecoverScreen } from './recover-screen.tsx';
export { ResetScreen } from './reset-screen.tsx';
export { SignUpScreen } from './sign-up-screen.tsx';
export { EmailConfirmScreen, LinkScreen, VerifyScreen } from './token-screens.tsx';
export { EmailUndoScreen, UndoScreen } from './undo-screens.tsx';
