import { Encrypter } from 'age-encryption';
import { vi } from 'vitest';

/** For the passphrases of one test: a hundredth of the second of a processor that keeps a stolen file safe. */
export function useCheapPassphrases(): void {
  const { setPassphrase } = Encrypter.prototype;
  vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function setCheaply(this: Encrypter, passphrase) {
    setPassphrase.call(this, passphrase);
    this.setScryptWorkFactor(10);
  });
}
