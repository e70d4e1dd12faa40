// For people who are not signed in.
import { enterPassword } from '../visitors.ts';
import { press, type State, USERNAME } from './state.ts';

export const publicStates: readonly State[] = [
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    async reach({ tab }) {
      await enterPassword(tab, 'nobody@example.com');
      await tab.getByText('The e-mail address or the password is wrong.').waitFor();
    },
  },
  {
    name: 'sign-up-filled-in',
    path: '/sign-up',
    async reach({ tab }) {
      await tab.getByLabel('Address of your page').fill(USERNAME);
      await tab.getByLabel('E-mail').fill('nobody');
      await tab.getByLabel('Password', { exact: true }).fill('one password');
      await tab.getByText('Available:').waitFor();
      await press(tab, 'Continue');
    },
  },
  {
    name: 'recover-sent',
    path: '/recover',
    async reach({ tab }) {
      await tab.getByLabel('E-mail').fill('nobody@example.com');
      await press(tab, 'Send the link');
      await tab.getByText('Check your e-mail').waitFor();
    },
  },
];
