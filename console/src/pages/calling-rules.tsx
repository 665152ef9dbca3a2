import { Page } from '../parts/page.tsx';

export function CallingRulesPage() {
  return <Page title="Calling rules">{null}</Page>;
}
