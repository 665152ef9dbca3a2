import { t } from '@offhook/i18n/sign-in-pages';
import { Frame } from './frame.tsx';

export default function Invitation() {
  return <Frame title={t('invitation.title')}>{null}</Frame>;
}
