// The look, its pictures, and files.
import { pictureFile } from '../pictures.ts';
import { press, type State } from './state.ts';

export const appearanceStates: readonly State[] = [
  {
    name: 'look-tried-out',
    path: '/look',
    async reach({ tab }) {
      await tab.getByRole('radio', { name: 'Bulletin' }).check();
      await tab.getByRole('textbox', { name: 'Text on buttons', exact: true }).fill('#aaaaaa');
      await tab.getByRole('button', { name: /^Font / }).click();
      await tab.getByRole('radio', { name: 'Gradient' }).check();
      await tab.getByRole('button', { name: /^Fix with/ }).waitFor();
    },
  },
  {
    name: 'look-social',
    path: '/look',
    async reach({ tab }) {
      await press(tab, 'Add a network');
      await tab.getByRole('menuitem', { name: 'WhatsApp' }).click();
      await tab.getByRole('textbox', { name: 'WhatsApp' }).fill('0170 1234567');
      await tab.keyboard.press('Enter');
      await tab.getByText('Start with your country code').waitFor();
    },
  },
  {
    name: 'look-picture-choose',
    path: '/look',
    async reach({ tab }) {
      await press(tab, 'Choose a picture');
      await tab.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).waitFor();
    },
  },
  {
    name: 'look-picture-crop',
    path: '/look',
    async reach({ tab }) {
      await press(tab, 'Choose a picture');
      await tab.getByLabel('Picture file').setInputFiles(await pictureFile());
      await tab.getByRole('application').waitFor();
    },
  },
  {
    name: 'look-video',
    path: '/look',
    async reach({ tab }) {
      await tab.getByRole('radio', { name: 'Video' }).check();
      await tab.getByLabel('Choose a video').setInputFiles({ ...(await pictureFile()), name: 'wrong.png' });
      await tab.getByText('This file has the type PNG. Choose a video: MP4 or WebM.').waitFor();
    },
  },
  {
    name: 'files-delete',
    path: '/files',
    async reach({ tab }) {
      await tab.getByLabel('Upload a file').setInputFiles(await pictureFile());
      await press(tab, 'Delete beach.png');
      await tab.getByRole('dialog').waitFor();
    },
  },
];
