// A worker whose tasks follow the test's instructions.
import { invalid } from '../../../contract/errors.ts';
import { serveTasks } from '../../../server/workers/serve-tasks.ts';

let count = 0;

serveTasks(async (task: string, ask) => {
  count += 1;
  if (task === 'refuse') throw invalid({ file: ['No.'] });
  if (task === 'fail') throw new Error('a bug');
  if (task === 'exit') process.exit(3);
  if (task === 'hang') await new Promise(() => setInterval(() => {}, 1000));
  if (task.startsWith('ask')) return ask(Number(task.split(' ')[1]));
  return { task, count };
});
