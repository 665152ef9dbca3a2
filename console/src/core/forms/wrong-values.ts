/** Which values of a list are missing or occur twice. `null` and '' are missing. */
export function wrongValues(values: readonly (string | null)[]): readonly boolean[] {
  return values.map((one) => one === null || one === '' || values.indexOf(one) !== values.lastIndexOf(one));
}
