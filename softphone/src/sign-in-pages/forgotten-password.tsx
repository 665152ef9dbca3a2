import { t } from '@offhook/i18n/sign-in-pages';
import { Frame } from './frame.tsx';

export default function ForgottenPassword() {
  return <Frame title={t('forgotten.title')}>{null}</Frame>;
}
