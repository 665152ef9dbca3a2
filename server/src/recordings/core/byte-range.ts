export type ByteRange =
  /** No range, an invalid one or several: respond with the whole file. */
  | { readonly kind: 'whole' }
  /** `to` is inclusive. */
  | { readonly kind: 'part'; readonly from: number; readonly to: number }
  | { readonly kind: 'beyond' };

export function parseByteRange(header: string | undefined, size: number): ByteRange {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const length = Number(last);
    if (length === 0 || size === 0) return { kind: 'beyond' };
    return { kind: 'part', from: Math.max(0, size - length), to: size - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return { kind: 'whole' };
  if (from >= size) return { kind: 'beyond' };
  return { kind: 'part', from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
