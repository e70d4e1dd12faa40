// `fingerpost plan …`
import { humanDate } from '../../../contract/time.ts';
import { durations } from '../../../contract/vocabulary.ts';
import { commandLine } from '../../domain/accounts/actor.ts';
import { type Command, choice, command } from '../command.ts';
import { accountOf } from './account.ts';

export const planCommands: Command[] = [
  command({
    name: 'plan grant',
    summary: 'Grant a plan to an account, starting now, and add it to the plan history',
    arguments: ['USERNAME'],
    options: {
      plan: { type: 'string', value: 'free|pro|business', required: true, help: 'The plan' },
      duration: {
        type: 'string',
        value: durations.join('|'),
        fallback: 'once',
        help: 'Duration; once does not end',
      },
      price: { type: 'string', value: 'AMOUNT', fallback: '0', help: 'Price paid, such as 12.50' },
      currency: { type: 'string', value: 'CODE', fallback: 'USD', help: 'Currency of the price' },
    },
    example: 'fingerpost plan grant ada --plan pro --duration year --price 96 --currency EUR',
    json: '{"id":<plan history record>,"message":"<sentence>"}',
    async run({ arguments: [username], options }, context) {
      const { currentPlan, grantPlan, planName } = await import('../../domain/plans/plans.ts');
      const now = context.clock();
      const duration = choice('duration', options.duration, durations);
      const { store, id: accountId } = await accountOf(context, username!);
      const { plan, price, currency } = options;
      const id = await grantPlan(store, accountId, { plan, duration, price, currency }, commandLine, now);
      const { due } = currentPlan({ plan, plan_duration: duration, plan_since: now }, now);
      const end = duration === 'once' ? ', without an end' : ` until ${humanDate(due)}`;
      context.output.done({ id, message: `The account "${username}" has the plan ${planName(plan)}${end}.` });
    },
  }),
];
