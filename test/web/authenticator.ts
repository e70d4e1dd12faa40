// A passkey device of the browser's own: it confirms everything at once.
import type { BrowserContext, Page as Tab } from 'playwright-core';

export async function addAuthenticator(context: BrowserContext, tab: Tab): Promise<void> {
  const browser = await context.newCDPSession(tab);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
