/** What each table of the console's requests is made of. `supervisor` access includes administrators. */
import * as z from 'zod/mini';
import { answer, type RowDetails, rowsFor } from '../../requests/request-rows.ts';
import { nullableInt } from '../fields.ts';

export interface ConsoleRow extends RowDetails {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly access: 'supervisor' | 'admin';
}

export const paged = <T extends z.ZodMiniType>(one: T) => answer({ data: z.array(one), next: nullableInt });

export const { row: supervisor, rowOfId: supervisorOf } = rowsFor('supervisor');
export const { row: admin, rowOfId: adminOf } = rowsFor('admin');
