// Checks that the mail server accepts us, without sending mail.
import type { Config } from '../../config.ts';
import { certificateRemedy } from './certificate.ts';
import { ok, problem, reason, type Verdict, warning } from './finding.ts';

const ANSWER_MS = 5000;

export async function checkMail({ smtpUrl, mailFrom }: Config): Promise<Verdict[]> {
  if (smtpUrl === undefined)
    return [ok('Mail is not configured: messages are written to DATA_DIR/mail. Set SMTP_URL to send them.')];
  const verdicts: Verdict[] = [];
  if (mailFrom === undefined) {
    verdicts.push(warning('Mail has no sender.', 'Set MAIL_FROM, such as Links <hello@links.example>.'));
  }
  const { host } = new URL(smtpUrl);
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: ANSWER_MS, greetingTimeout: ANSWER_MS, socketTimeout: ANSWER_MS };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
    if (verdicts.length === 0) verdicts.push(ok(`${host} accepts mail from us.`));
  } catch (error) {
    verdicts.push(problem(`${host} does not accept mail from us: ${reason(error)}.`, remedy(error)));
  } finally {
    transport.close();
  }
  return verdicts;
}

function remedy(error: unknown): string {
  const { code } = error as { code?: string };
  if (code === 'EAUTH') return 'Check the user and the password in SMTP_URL.';
  const ofCertificate = certificateRemedy(error);
  if (ofCertificate !== undefined) return ofCertificate;
  if (code === 'ETLS') return 'Check the port in SMTP_URL: smtps:// is for 465, smtp:// for 587 and 25.';
  return 'Check the host and the port in SMTP_URL, and that this machine can reach them.';
}
