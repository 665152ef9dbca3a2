/** Without the searched text, which may be a person's name: 'calls: 1240 exported, filter team 2, search'. */
export function exportSubject(rows: string, count: number, filters: object): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  const details = given.map(([name, value]) => {
    if (name === 'search') return 'filter search';
    return `filter ${name.replace(/_id$/, '')} ${String(value).replaceAll(',', ' ')}`;
  });
  return [`${rows}: ${count} exported`, ...details].join(', ');
}
