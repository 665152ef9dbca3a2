/** RFC 2822 in UTC, as the provider writes every date: `Thu, 01 Jun 2017 20:48:32 +0000`. */
export function rfc2822(at: number): string {
  return new Date(at).toUTCString().replace('GMT', '+0000');
}
