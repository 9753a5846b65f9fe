import type { ReactNode } from 'react';
import { Heading, Modal, ModalOverlay, Dialog as Plain } from 'react-aria-components';
import { t } from '../text/words.ts';
import { Button } from './Button.tsx';
import styles from './ui.module.css';

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  wide?: boolean;
  alert?: boolean;
  children: ReactNode;
};

/** A small window over the editor. Escape and a click beside it close it, but never one that asks for an answer. */
export function Dialog({ title, isOpen, onClose, wide, alert, children }: Props) {
  return (
    <ModalOverlay
      className={`loggia-editor-layer ${styles.overlay ?? ''}`}
      isOpen={isOpen}
      isDismissable={!alert}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={[styles.modal, wide && styles.wide].filter(Boolean).join(' ')}>
        <Plain className={styles.dialog ?? ''} role={alert ? 'alertdialog' : 'dialog'}>
          <Heading slot="title">{title}</Heading>
          {children}
        </Plain>
      </Modal>
    </ModalOverlay>
  );
}

type AskProps = {
  title: string;
  text: string;
  yes: string;
  isOpen: boolean;
  danger?: boolean;
  onYes: () => void;
  onNo: () => void;
};

/** Asks before something that cannot be seen to come back. */
export function Ask({ title, text, yes, isOpen, danger, onYes, onNo }: AskProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onNo} alert>
      <p style={{ margin: 0 }}>{text}</p>
      <div className={styles.actions}>
        <Button onPress={onNo}>{t('common.cancel')}</Button>
        <Button look={danger ? 'danger' : 'primary'} onPress={onYes} autoFocus>
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
