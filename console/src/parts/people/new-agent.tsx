import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTell } from '../../queries.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { TextField } from '../forms/text-field.tsx';

/** Email and name make an agent; rights, teams and hours come on the agent's own page, which is shown next. */
export function NewAgent({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const tell = useTell('addAgent', ['listAgents']);
  const navigate = useNavigate();
  const made = tell.data;
  const goOn = (id: number) => void navigate(`/agents/${id}`);
  if (made?.password) {
    return (
      <SecretDialog
        label="Password"
        onClose={() => goOn(made.agent.id)}
        secret={made.password}
        title={`${made.agent.full_name} can log in`}
      />
    );
  }
  const add = () =>
    tell.mutate(
      { body: { email, full_name: name, ...(password !== '' && { password }) } },
      { onSuccess: (answer) => answer.password === null && goOn(answer.agent.id) },
    );
  return (
    <FormDialog action="Add" onClose={onClose} onSubmit={add} tell={tell} title="New agent">
      <TextField
        autoComplete="off"
        label="Full name"
        maxLength={200}
        onText={setName}
        required
        value={name}
      />
      <TextField
        autoComplete="off"
        label="Email"
        maxLength={254}
        onText={setEmail}
        required
        type="email"
        value={email}
      />
      <TextField
        autoComplete="new-password"
        hint="At least 8 characters. Empty: one is made and shown once."
        label="Password"
        minLength={8}
        onText={setPassword}
        type="password"
        value={password}
      />
    </FormDialog>
  );
}
