import { z } from 'zod';

/** Comma-separated IP addresses. */
export const addressList = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim().replace(/^localhost$/, '127.0.0.1')))
  .pipe(z.array(z.union([z.ipv4(), z.ipv6()])).min(1));

/** UDP ports, such as 40000-40999. */
export const portRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/)
  .transform((range) => range.split('-').map(Number))
  .transform(([min = 0, max = 0]) => ({ min, max }))
  .refine(({ min, max }) => min >= 1024 && min <= max && max <= 65_535);
