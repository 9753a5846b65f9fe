import { addSourdough, expect, test } from './shop.ts';

// What a screen reader finds on the pages a purchase goes through: roles, names, values and their order.
test('W-233: product, cart and checkout as they are read aloud', async ({ page }) => {
  await addSourdough(page, 2);
  await expect(page.locator('.product-buy')).toMatchAriaSnapshot(`
    - combobox "Select Size":
      - option "Select Size"
      - option "Small" [selected]
      - option "Large"
    - combobox "Select Slicing":
      - option "Select Slicing"
      - option "Whole" [selected]
      - option "Sliced"
      - option "Thick"
    - status: Small, Whole, $6.50
    - spinbutton "Quantity"
    - button "Add to Cart"
    - status
  `);
  await page.goto('/cart');
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - main:
      - region "Shopping Cart":
        - heading "Shopping Cart" [level=1]
        - status
        - alert
        - table:
          - rowgroup:
            - row "Item Quantity Price":
              - columnheader "Item"
              - columnheader "Quantity"
              - columnheader "Price"
          - rowgroup:
            - row:
              - rowheader:
                - link "Country sourdough":
                  - /url: /shop/country-sourdough
                - text: "Size: Small · Slicing: Whole $6.50 each"
                - button "Remove Country sourdough"
              - cell:
                - button "One fewer of Country sourdough"
                - spinbutton "Quantity of Country sourdough": "2"
                - button "One more of Country sourdough"
              - cell "$13.00"
        - textbox "Coupon or gift card code"
        - button "Apply"
        - paragraph:
          - text: Subtotal
          - strong: $13.00
        - group: Estimate delivery and tax
        - alert
        - button "Checkout"
        - link "Continue Shopping":
          - /url: /shop
        - status
  `);
  await page.goto('/checkout');
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Checkout" [level=1]
      - form "Checkout":
        - group "Contact":
          - textbox "Email"
        - group "Shipping address":
          - textbox "Full name"
          - textbox "Company (optional)"
          - combobox "Country"
          - textbox "Address"
          - textbox "Apartment, floor (optional)"
          - textbox "City"
          - combobox "State"
          - textbox "ZIP code"
        - group "Delivery":
          - radio "Collect at the bakery 3 Arcade Row, 10001 New York Free"
          - radio "Bicycle delivery, same morning $4.50"
          - radio "Parcel, one to two days $7.50"
        - group: "Invoice: billing address, VAT number"
        - textbox "Note to the shop (optional)"
        - group "Payment":
          - textbox "Card number"
          - textbox "Expires (MM / YY)"
          - textbox "Security code"
        - complementary "Your order":
          - list:
            - listitem: 2 × Country sourdough Small, Whole $13.00
          - term: Subtotal
          - definition: $13.00
          - term: Total
          - definition: $13.00
        - alert
        - button "Pay $13.00"
  `);
});
