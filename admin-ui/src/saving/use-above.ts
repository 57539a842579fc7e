import { useState } from 'react';
import { useWorkspaceState } from './workspace-context';

/** What is open above the text in the form. It goes with that text, and is not there by itself over another one. */
export function useAbove<T>(): [open: T | null, show: (open: T | null) => void] {
  const sitting = useWorkspaceState(({ form }) => form.sitting);
  const [above, setAbove] = useState<{ sitting: string; open: T } | null>(null);
  if (above && above.sitting !== sitting) setAbove(null);
  return [above?.sitting === sitting ? above.open : null, (open) => setAbove(open === null ? null : { sitting, open })];
}
