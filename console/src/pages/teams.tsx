import { Page } from '../parts/page.tsx';

export function TeamsPage() {
  return <Page title="Teams">{null}</Page>;
}
