/** The pages of an invitation and of a forgotten password. */
export default {
  'forgotten.title': 'Forgot your password?',
  'invitation.title': 'Welcome to Offhook',
  'newPassword.title': 'Choose a new password',
} as const;
