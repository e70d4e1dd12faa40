// Sends mails that are claimed elsewhere, with one attempt.
import type { Clock } from '../clock.ts';
import { describeFailure } from '../jobs/failure.ts';
import { type Mailer, MailRefused, type Message } from '../mail/mailer.ts';

export interface MailDelivery {
  readonly kind: Mailer['kind'];
  /** `refused`: it will never be taken. */
  deliver(message: Message): Promise<'sent' | 'failed' | 'refused'>;
}

interface DeliveryOptions {
  mailer: Mailer;
  clock: Clock;
  logger: { warn(details: object, message: string): void };
}

export function createDelivery({ mailer, clock, logger }: DeliveryOptions): MailDelivery {
  return {
    kind: mailer.kind,
    async deliver(message) {
      const id = message.id!;
      try {
        await mailer.send({ ...message, id, kind: id.split('.')[0]!, accountId: 0, at: clock() });
        return 'sent';
      } catch (error) {
        logger.warn({ reason: describeFailure(error) }, 'Could not send a message');
        return error instanceof MailRefused ? 'refused' : 'failed';
      }
    },
  };
}
