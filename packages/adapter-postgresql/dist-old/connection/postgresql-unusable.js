/** Reasons to refuse a database when it is opened. */
                      
             
                 
                 
            
           
                 
            
             
             
              
                 
           
                

/** The database cannot serve as the store. The message is for the operator and contains no part of the address. */
export class PostgresqlUnusable extends Error {
                    name = 'PostgresqlUnusable';
           code          ;
  constructor(code          , sentence        ) {
    super(sentence);
    this.code = code;
  }
}
