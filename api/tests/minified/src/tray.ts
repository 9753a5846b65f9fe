import { priceOfTray } from './price.ts';

class Tray {
  #pieces: { title: string; cost?: { cents: number } }[] = [];

  fillWith(title: string, cents?: number): this {
    this.#pieces.push(cents === undefined ? { title } : { title, cost: { cents } });
    return this;
  }

  showTotal(): string {
    return `${priceOfTray(this.#pieces) / 100} for ${this.#pieces.length}`;
  }
}

const tray = new Tray().fillWith('Rye', 450).fillWith('Roll', 60).fillWith('Sample');
(globalThis as { total?: string }).total = tray.showTotal();
