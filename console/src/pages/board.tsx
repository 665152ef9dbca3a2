import { Page } from '../parts/page.tsx';

export function BoardPage() {
  return <Page title="Live board">{null}</Page>;
}
