// What to do about a TLS certificate that is rejected. Node's own advice is about how Node is started, which is not what an
// operator sets.
const UNKNOWN_CA =
  'Let the server send its whole certificate chain. If the certificate comes from a CA of your own, set NODE_EXTRA_CA_CERTS to a file with the certificate of that CA, for the service too.';

const remedies: [message: RegExp, remedy: string][] = [
  [
    /self-signed certificate(?! in certificate chain)/i,
    'Use a certificate of a CA, or set NODE_EXTRA_CA_CERTS to a file with this certificate, for the service too.',
  ],
  [/unable to (verify the first certificate|get (local )?issuer certificate)|self-signed certificate/i, UNKNOWN_CA],
  [/certificate has expired/i, 'Renew the certificate of the server, and check the clock of this machine.'],
  [/certificate is not yet valid/i, 'Check the clock of this machine.'],
  [/does not match certificate's altnames/i, 'Use a host name that the certificate of the server contains.'],
];

const NODE_ADVICE = /; if the root CA is installed locally, try running Node\.js with --use-system-ca/;

/** Undefined if the error is not about a certificate. */
export function certificateRemedy(error: unknown): string | undefined {
  const text = messagesOf(error).join('\n');
  return remedies.find(([message]) => message.test(text))?.[1];
}

export function withoutNodeAdvice(message: string): string {
  return message.replace(NODE_ADVICE, '');
}

function messagesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : [];
}
