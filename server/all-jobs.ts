// Every background job, in one place. What a job works with is handed to it here.
import type { Services } from './http/services.ts';
import type { Job } from './jobs/job.ts';

export function allJobs(_services: Services): Job[] {
  return [];
}
