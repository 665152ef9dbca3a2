import { Page } from '../parts/page.tsx';

export function NumbersPage() {
  return <Page title="Numbers">{null}</Page>;
}
