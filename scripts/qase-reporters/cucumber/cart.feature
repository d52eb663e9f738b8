Feature: Cart

  Scenario: adds an item
    Given an open shop
    When an item is added
    Then the cart has 1 item

  @QaseID=1
  Scenario: pays by card
    Given an open shop
    Then it passes the second time

  Scenario: refunds
    Given an open shop
    Then the cart has 2 items

  Scenario: is not ready
    Given an open shop
    Then nobody wrote this step
