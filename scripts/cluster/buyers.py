"""Who buys: many at once for a few pieces, and some all the time, so that a pause of the sales is seen."""
import http.client
import json
import random
import threading
import time

HERE = "127.0.0.1"
# Nobody waits longer for an answer to one purchase.
PATIENCE = 180
HOME = {"country": "CH", "line1": "1 Lane", "line2": "", "city": "Bern", "postalCode": "3000", "region": ""}
SOLD_OUT = "Sorry, we do not have enough of that item available."


class Visitor:
    """A browser: cookies, and the crumb with every call. Asks the other server when one does not answer."""

    def __init__(self, ports, number, told):
        self.ports, self.turn, self.told = ports, number, told
        self.cookies, self.link = {}, None

    def once(self, method, path, body=None, headers=None):
        """One call to the server whose turn it is: status and text; None when the connection broke."""
        try:
            if self.link is None:
                self.link = http.client.HTTPConnection(HERE, self.ports[self.turn % len(self.ports)], timeout=60)
            sent = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **(headers or {})}
            if "crumb" in self.cookies:
                sent["x-csrf-token"] = self.cookies["crumb"]
            if body is not None:
                sent["content-type"] = "application/json"
            self.link.request(method, path, json.dumps(body) if body is not None else None, sent)
            answer = self.link.getresponse()
            text = answer.read().decode()
            for line in answer.headers.get_all("set-cookie") or []:
                name, _, value = line.partition(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, text
        except (OSError, http.client.HTTPException):
            self.close()
            return None

    def close(self):
        if self.link:
            self.link.close()
        self.link = None

    def until_answered(self, method, path, body=None, headers=None):
        """The same call again until it is answered; a fault of the server or a broken connection is no answer."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            said = self.once(method, path, body, headers)
            if said and said[0] < 500 and said[0] != 408:
                return said[0], json.loads(said[1])
            self.told(said[0] if said else 0, said[1] if said else "")
            self.turn += 1
            self.close()
            time.sleep(random.uniform(0.05, 0.25))
        raise TimeoutError(f"{method} {path}: no answer within {PATIENCE} seconds")

    def fill(self, item, email):
        """Puts a piece into the cart; the purchase as it was agreed to."""
        self.until_answered("GET", "/api/crumb")
        status, said = self.until_answered("POST", "/api/commerce/shopping-cart/entries", {"itemId": item, "sku": item, "quantity": 1})
        if status != 200:
            raise ValueError(f"adding {item}: {status} {said}")
        purchase = {"email": email, "buyer": {"name": "Ann Lee"}, "shippingLocation": HOME, "shippingOptionId": "post",
                    "paymentToken": "test-pass", "cartToken": self.cookies["CART"]}
        status, said = self.until_answered("POST", "/api/commerce/checkout", purchase)
        if status != 409:
            raise ValueError(f"asking for the total: {status} {said}")
        return purchase | {"totalCents": said["totalCents"], "cartDigest": said["cartDigest"]}

    def pay(self, purchase, key):
        """The order's id, or the words of a refusal."""
        status, said = self.until_answered("POST", "/api/commerce/checkout", purchase, {"idempotency-key": key})
        if status == 200:
            return said["id"], None
        return None, said.get("error", str(said))


class Sales:
    """What was acknowledged, and when; and how often a call was not answered."""

    def __init__(self):
        self.lock = threading.Lock()
        self.moments, self.orders, self.faults, self.failures, self.words = [], {}, {}, [], {}

    def told(self, status, text):
        with self.lock:
            self.faults[status] = self.faults.get(status, 0) + 1
            if status:
                self.words[text[:200]] = self.words.get(text[:200], 0) + 1

    def sold(self, email, order):
        with self.lock:
            self.orders[email] = order
            self.moments.append(time.monotonic())

    def longest_pause(self, since):
        """The longest time between two acknowledged orders."""
        with self.lock:
            moments = [since, *sorted(moment for moment in self.moments if moment > since)]
        return max((after - before for before, after in zip(moments, moments[1:])), default=0.0)


class Regulars:
    """Some who buy one loaf after the other, each in a cart of its own, until they are told to stop."""

    def __init__(self, ports, turn, count, sales):
        self.ports, self.turn, self.sales, self.ended = ports, turn, sales, threading.Event()
        self.threads = [threading.Thread(target=self.go_on, args=(number,), daemon=True) for number in range(count)]
        for thread in self.threads:
            thread.start()

    def go_on(self, number):
        turn = 0
        while not self.ended.is_set():
            turn += 1
            email = f"regular-{self.turn}-{number}-{turn}@shopper.example"
            visitor = Visitor(self.ports, number + turn, self.sales.told)
            try:
                order, refused = visitor.pay(visitor.fill("loaf", email), email)
                if refused:
                    raise ValueError(f"a loaf was refused: {refused}")
                self.sales.sold(email, order)
            except Exception as fault:  # pylint: disable=broad-exception-caught
                self.sales.failures.append(f"{email}: {fault}")
                return
            finally:
                visitor.close()

    def stop(self):
        self.ended.set()
        for thread in self.threads:
            thread.join()


class Rush:
    """Many who want one of few pieces: carts are filled in peace, and all pay at once."""

    def __init__(self, ports, item, count, sales):
        self.item, self.sales = item, sales
        self.bought, self.refused = {}, []
        self.begin = threading.Event()
        self.ready = threading.Semaphore(0)
        self.threads = [threading.Thread(target=self.buy, args=(ports, number), daemon=True) for number in range(count)]
        # Carts are filled by a few at a time.
        self.filling = threading.Semaphore(16)
        for thread in self.threads:
            thread.start()
        for _ in self.threads:
            self.ready.acquire()

    def buy(self, ports, number):
        email = f"{self.item}-{number}@shopper.example"
        visitor = Visitor(ports, number, self.sales.told)
        purchase = None
        try:
            with self.filling:
                purchase = visitor.fill(self.item, email)
                visitor.close()
        except Exception as fault:  # pylint: disable=broad-exception-caught
            self.sales.failures.append(f"{email}: {fault}")
        finally:
            self.ready.release()
        if purchase is None:
            return
        self.begin.wait()
        try:
            order, refused = visitor.pay(purchase, email)
            if order:
                self.bought[email] = order
                self.sales.sold(email, order)
            else:
                self.refused.append(refused)
        except Exception as fault:  # pylint: disable=broad-exception-caught
            self.sales.failures.append(f"{email}: {fault}")
        finally:
            visitor.close()

    def wait(self):
        for thread in self.threads:
            thread.join()
