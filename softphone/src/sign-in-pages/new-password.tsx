import { t } from '@offhook/i18n/sign-in-pages';
import { Frame } from './frame.tsx';

export default function NewPassword() {
  return <Frame title={t('newPassword.title')}>{null}</Frame>;
}
