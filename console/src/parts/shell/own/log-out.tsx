import { t } from '@offhook/i18n/console';
import { useApiMutation } from '../../../queries.ts';
import { FormDialog } from '../../dialogs/form-dialog.tsx';

/** The phone of this browser has the same session. */
export function LogOut({ onClose }: { readonly onClose: () => void }) {
  const request = useApiMutation('logout');
  return (
    <FormDialog
      action={t('action.logOut')}
      onClose={onClose}
      onSubmit={() => request.mutate({}, { onSuccess: () => location.assign('/') })}
      request={request}
      title={t('action.logOut')}
    >
      <p>{t('logOut.text')}</p>
    </FormDialog>
  );
}
