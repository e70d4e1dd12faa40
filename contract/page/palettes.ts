// The colours of each theme. A test checks every pair of text or edge and background against WCAG AA.
import type { Hex } from './colours.ts';

export interface Palette {
  bg: Hex;
  /** Other colours in the background. Text must be readable on them too. */
  wash?: readonly [Hex, Hex];
  surface: Hex;
  text: Hex;
  muted: Hex;
  accent: Hex;
  button: Hex;
  buttonText: Hex;
  /** The border of input fields. */
  border: Hex;
}

/** `day` is the default; `night`, if there is one, is for visitors who prefer a dark color scheme. */
export const palettes = {
  signpost: {
    day: {
      bg: '#f5f1e8',
      surface: '#fffdf8',
      text: '#1b2a22',
      muted: '#55645b',
      accent: '#1c6a48',
      button: '#1d4d38',
      buttonText: '#fdfaf1',
      border: '#7d8a80',
    },
    night: {
      bg: '#101814',
      surface: '#19251e',
      text: '#edf2ea',
      muted: '#a3b3a8',
      accent: '#86d3a8',
      button: '#2c7452',
      buttonText: '#ffffff',
      border: '#6b7f73',
    },
  },
  sunday: {
    day: {
      bg: '#f6e3ef',
      wash: ['#fde2d8', '#d9e6fb'],
      surface: '#ffffff',
      text: '#33294a',
      muted: '#665c7e',
      accent: '#6b3fd4',
      button: '#efe9ff',
      buttonText: '#4a2aa3',
      border: '#82779f',
    },
    night: {
      bg: '#110e21',
      wash: ['#26132b', '#0f1a30'],
      surface: '#241e3c',
      text: '#f2eefc',
      muted: '#b5abcf',
      accent: '#c3a9ff',
      button: '#352b57',
      buttonText: '#e9e0ff',
      border: '#7c71a0',
    },
  },
  gazette: {
    day: {
      bg: '#fbfaf6',
      surface: '#f1efe7',
      text: '#161616',
      muted: '#5c5a54',
      accent: '#9b1c1c',
      button: '#fbfaf6',
      buttonText: '#161616',
      border: '#767469',
    },
    night: {
      bg: '#161513',
      surface: '#22201c',
      text: '#f1eee6',
      muted: '#aeaa9e',
      accent: '#f0918a',
      button: '#161513',
      buttonText: '#f1eee6',
      border: '#7d796f',
    },
  },
  bulletin: {
    day: {
      bg: '#ffd84d',
      surface: '#ffffff',
      text: '#111111',
      muted: '#4a4220',
      accent: '#1d3fbb',
      button: '#ffffff',
      buttonText: '#111111',
      border: '#111111',
    },
  },
  console: {
    day: {
      bg: '#0b0f0c',
      surface: '#131a15',
      text: '#d3e7d4',
      muted: '#8aa58d',
      accent: '#5ee383',
      button: '#131a15',
      buttonText: '#7bf09c',
      border: '#587560',
    },
  },
  aurora: {
    day: {
      bg: '#0d0b24',
      wash: ['#4a2283', '#0d5566'],
      surface: '#1c1840',
      text: '#f6f4ff',
      muted: '#cdc9e8',
      accent: '#9de8e0',
      button: '#2f2a63',
      buttonText: '#ffffff',
      border: '#a29cd0',
    },
  },
  harbour: {
    day: {
      bg: '#f4f8fb',
      surface: '#ffffff',
      text: '#0f2540',
      muted: '#4f6279',
      accent: '#0b6690',
      button: '#ffffff',
      buttonText: '#0f2540',
      border: '#748aa3',
    },
    night: {
      bg: '#0b1826',
      surface: '#13253a',
      text: '#e9f1f9',
      muted: '#9fb4ca',
      accent: '#5cc0ea',
      button: '#13253a',
      buttonText: '#e9f1f9',
      border: '#6484a4',
    },
  },
  atelier: {
    day: {
      bg: '#f7efe6',
      surface: '#fffaf3',
      text: '#3a231a',
      muted: '#77594b',
      accent: '#a8431f',
      button: '#9c3d1b',
      buttonText: '#fff8f0',
      border: '#9c7f6f',
    },
    night: {
      bg: '#1d1411',
      surface: '#281c17',
      text: '#f6e9df',
      muted: '#c2a797',
      accent: '#f0a181',
      button: '#ad4d27',
      buttonText: '#fff8f0',
      border: '#8f7262',
    },
  },
  postcard: {
    day: {
      bg: '#e9dcc4',
      surface: '#fbf5e8',
      text: '#3b2f22',
      muted: '#655239',
      accent: '#9a2b27',
      button: '#fbf5e8',
      buttonText: '#3b2f22',
      border: '#85714f',
    },
  },
  poster: {
    day: {
      bg: '#2b3cff',
      surface: '#2130d4',
      text: '#ffffff',
      muted: '#dcdfff',
      accent: '#fff06a',
      button: '#fff06a',
      buttonText: '#0d1040',
      border: '#c4c9ff',
    },
  },
  velvet: {
    day: {
      bg: '#1b0f1a',
      wash: ['#3d1735', '#1b0f1a'],
      surface: '#291827',
      text: '#f7ece3',
      muted: '#cfb8be',
      accent: '#e3b873',
      button: '#24131f',
      buttonText: '#f1d9a8',
      border: '#9d7a6a',
    },
  },
  bubble: {
    day: {
      bg: '#ffe9f1',
      surface: '#ffffff',
      text: '#4a1530',
      muted: '#854a67',
      accent: '#bd1558',
      button: '#cf1b5f',
      buttonText: '#ffffff',
      border: '#b0708c',
    },
    night: {
      bg: '#240a17',
      surface: '#371224',
      text: '#ffeaf2',
      muted: '#d8a5bc',
      accent: '#ff8ab8',
      button: '#d3246a',
      buttonText: '#ffffff',
      border: '#a3657f',
    },
  },
  quiet: {
    day: {
      bg: '#ffffff',
      surface: '#f4f4f6',
      text: '#1d1d1f',
      muted: '#636366',
      accent: '#0058c7',
      button: '#f4f4f6',
      buttonText: '#1d1d1f',
      border: '#85858a',
    },
    night: {
      bg: '#0a0a0b',
      surface: '#1b1b1e',
      text: '#f5f5f7',
      muted: '#a1a1a6',
      accent: '#6cb2ff',
      button: '#1b1b1e',
      buttonText: '#f5f5f7',
      border: '#77777c',
    },
  },
  herbarium: {
    day: {
      bg: '#e6ecde',
      surface: '#f6f8f1',
      text: '#24321f',
      muted: '#51614a',
      accent: '#3a6526',
      button: '#f6f8f1',
      buttonText: '#24321f',
      border: '#74846b',
    },
    night: {
      bg: '#141b12',
      surface: '#1f2a1b',
      text: '#e9f0e2',
      muted: '#a8b79f',
      accent: '#a9d18e',
      button: '#1f2a1b',
      buttonText: '#e9f0e2',
      border: '#6f8166',
    },
  },
} as const satisfies Record<string, { day: Palette; night?: Palette }>;
