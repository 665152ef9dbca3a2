import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

export default function setup(project: TestProject): void {
  const {
    OFFHOOK_TEST_DATABASE: requestedKind = '',
    OFFHOOK_TEST_POSTGRES: postgres = '',
    OFFHOOK_PROGRAMS: programs = '',
  } = process.env;
  if (!['', 'postgres', 'embedded'].includes(requestedKind)) {
    throw new Error('OFFHOOK_TEST_DATABASE should be postgres or embedded.');
  }
  if (requestedKind === 'postgres' && postgres === '') {
    throw new Error('OFFHOOK_TEST_DATABASE is postgres, and PostgreSQL is not installed.');
  }
  const isEmbedded = requestedKind === 'embedded' || postgres === '';
  project.provide('offhookTemplate', join(programs, 'template'));
  project.provide('offhookPostgres', isEmbedded ? null : postgres);
  project.provide('offhookDatabase', isEmbedded ? 'embedded' : 'postgres');
}
