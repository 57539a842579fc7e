import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Html } from '../shared/Html';
import { useScrollLock } from '../shared/scroll-lock';
import { CertificateDialog } from './CertificateDialog';
import type { Certificate, CertificateGalleryProps } from './props';

export function CertificateGallery({ items, dialog_sizes, words }: CertificateGalleryProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<Certificate | null>(null);
  useScrollLock(shown !== null);

  const open = (item: Certificate, button: HTMLElement) => {
    opener.current = button;
    flushSync(() => setShown(item)); // the dialog has its content before it takes the focus
    dialog.current?.showModal();
  };
  const onClose = () => {
    setShown(null);
    opener.current?.focus(); // Safari does not focus a clicked button, so the browser cannot return there
  };

  return (
    <div className="certificates">
      <ul className="certificates__list">
        {items.map((item) => (
          <li key={item.title} className="certificate">
            <Html className="certificate__picture" html={item.picture} />
            <h3 className="certificate__title">
              <button type="button" aria-haspopup="dialog" onClick={(event) => open(item, event.currentTarget)}>
                {item.title}
                <span className="certificates__hidden">{` – ${words.open}`}</span>
              </button>
            </h3>
            <p className="certificate__facts">
              <span className="certificates__hidden">{`${words.year}: `}</span>
              {item.year}
              <span className="certificate__issuer">
                <span className="certificates__hidden">{`${words.issued_by}: `}</span>
                {item.issuer}
              </span>
            </p>
            <p className="certificate__text">{item.description}</p>
          </li>
        ))}
      </ul>
      <CertificateDialog ref={dialog} item={shown} sizes={dialog_sizes} words={words} onClose={onClose} />
    </div>
  );
}
