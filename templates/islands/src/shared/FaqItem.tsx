import { Icon } from './Icon';

interface Props {
  question: string;
  answer: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** Items of one name close each other, also without JavaScript. */
  name?: string;
}

/** A question that unfolds its answer; readable without JavaScript because it is a `<details>`. */
export function FaqItem({ question, answer, open, onToggle, name }: Props) {
  return (
    <details className="faq-item" name={name} open={open} onToggle={(event) => onToggle(event.currentTarget.open)} suppressHydrationWarning>
      <summary className="faq-item__question">
        <h3>{question}</h3>
        <Icon name="plus" />
      </summary>
      <div className="faq-item__answer">
        <p>{answer}</p>
      </div>
    </details>
  );
}
